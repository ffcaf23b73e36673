/** aimock as a vendor's model service: gives scripted replies and keeps a journal of what it was asked. */

import {
  type ChatCompletionRequest,
  type FixtureFileResponse,
  type FixtureOpts,
  isChatCompletionBody,
  type JournalEntry,
  LLMock,
} from "@copilotkit/aimock";

export type Wire = "openai" | "anthropic";

/** A reply, or a function that makes it. */
export type Reply = FixtureFileResponse | ((request: ChatCompletionRequest) => FixtureFileResponse);

const PATHS: Record<Wire, string> = { openai: "/v1/chat/completions", anthropic: "/v1/messages" };

export class ModelService {
  #mock: LLMock;

  private constructor(
    readonly wire: Wire,
    mock: LLMock,
  ) {
    this.#mock = mock;
  }

  /** With a key, requests that do not carry exactly this one are refused. */
  static async start(wire: Wire, key?: string): Promise<ModelService> {
    const mock = new LLMock({ host: "127.0.0.1", port: 0, ...(key && { auth: { apiKeys: [key] } }) });
    await mock.start();
    return new ModelService(wire, mock);
  }

  /** The base URL that a person enters. */
  get baseUrl(): string {
    return this.wire === "openai" ? `${this.#mock.url}/v1` : this.#mock.url;
  }

  /** Forgets the replies so far; each request from now on gets this one. */
  always(reply: Reply, options: FixtureOpts = {}): void {
    this.#mock.clearFixtures();
    this.#mock.on({}, reply as FixtureFileResponse, options);
  }

  /** Puts a model on the list of the service, which otherwise names models of its own. */
  list(model: string): void {
    this.#mock.on({ model }, { content: "Hello." });
  }

  /** A conversation of two rounds: what a model says first, and once it has tool results. */
  inTwoRounds(first: Reply, second: Reply): void {
    this.#mock.clearFixtures();
    this.#mock.on({ hasToolResult: false }, first as FixtureFileResponse);
    this.#mock.on({ hasToolResult: true }, second as FixtureFileResponse);
  }

  /** The requests for an answer, oldest first. aimock writes those of either wire down in OpenAI's form. */
  get asked(): ChatCompletionRequest[] {
    return this.entries.flatMap(({ body }) => (isChatCompletionBody(body) ? [body] : []));
  }

  get entries(): JournalEntry[] {
    return this.#mock.getRequests().filter(({ path }) => path.startsWith(PATHS[this.wire]));
  }

  forget(): void {
    this.#mock.clearRequests();
  }

  async stop(): Promise<void> {
    await this.#mock.stop();
  }
}
