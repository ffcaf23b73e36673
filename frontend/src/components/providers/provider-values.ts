import type { Provider, ProviderCreate, ProviderPreset, ProviderReport } from "@/api/types";
import type { Effort } from "@/components/effort-select";
import { readJsonObject } from "@/lib/json";

/** Form values of a provider. */
export type ProviderValues = {
  name: string;
  base_url: string;
  api_key: string;
  default_model: string;
  models: string[];
  effort: Effort;
  stream: boolean;
  stream_usage: boolean;
  embedding_batch: number | null;
  input_price: number | null;
  output_price: number | null;
  cached_price: number | null;
  /** Further fields of the body, as JSON; empty without any. */
  body: string;
};

/** The server refuses more. */
const MOST_MODELS = 200;

export function initialValues(
  provider: Provider | null,
  preset: ProviderPreset | null,
  title: string,
): ProviderValues {
  return {
    name: provider?.name ?? title,
    base_url: provider?.base_url ?? preset?.base_url ?? "",
    api_key: "",
    default_model: provider?.default_model ?? preset?.models[0] ?? "",
    models: provider?.models ?? preset?.models ?? [],
    ...optionsOf(provider),
  };
}

type OptionValues = Omit<ProviderValues, "name" | "base_url" | "api_key" | "default_model" | "models">;

function optionsOf(provider: Provider | null): OptionValues {
  const {
    effort = "",
    stream = true,
    stream_usage = true,
    embedding_batch = null,
    input_price = null,
    output_price = null,
    cached_price = null,
    body,
  } = provider?.options ?? {};
  const hasBody = body !== undefined && Object.keys(body).length > 0;
  return {
    effort,
    stream,
    stream_usage,
    embedding_batch,
    input_price,
    output_price,
    cached_price,
    body: hasBody ? JSON.stringify(body, null, 2) : "",
  };
}

/** True if the further fields can be sent. */
export function isBody(text: string): boolean {
  return text.trim() === "" || readJsonObject(text) !== null;
}

/** The server never sends the key back, so an empty field means: keep what is stored. */
export function draftOf(values: ProviderValues, preset: string): ProviderCreate {
  const { name, base_url, api_key: key, default_model, models, effort, body, ...given } = values;
  const options = { ...given, body: readJsonObject(body) ?? {}, ...(effort && { effort }) };
  return { name, base_url, default_model, models, preset, options, ...(key && { api_key: key }) };
}

/** The models to offer now that the service has listed its own: the chosen ones that it has, or all. */
export function modelsAfter(values: ProviderValues, { models }: ProviderReport): string[] {
  if (models.length === 0) return values.models;
  const listed = values.models.filter((name) => models.includes(name));
  return listed.length > 0 ? listed : models.slice(0, MOST_MODELS);
}

/** Default model that nobody has chosen: the preset's, else the first one for conversations that the service lists. */
export function proposedModel(models: readonly string[], proposed: string): string {
  if (models.length === 0 || models.includes(proposed)) return proposed;
  return models.find((name) => !/embed/i.test(name)) ?? models[0] ?? proposed;
}

/** Problem of the default model to resolve before saving; null if there is none. */
export function modelProblem(
  chosen: string,
  { models }: ProviderReport,
): "modelMissing" | "modelUnlisted" | null {
  if (models.length === 0 || models.includes(chosen.trim())) return null;
  return chosen.trim() === "" ? "modelMissing" : "modelUnlisted";
}

/** True if the stored key was entered for another server than this address. */
export function losesKey(provider: Provider | null, values: ProviderValues): boolean {
  if (provider?.key_set !== true || values.api_key) return false;
  return originOf(values.base_url) !== originOf(provider.base_url);
}

/** Scheme, host and port of an address; the address itself while it is none. */
function originOf(address: string): string {
  try {
    return new URL(address.trim()).origin;
  } catch {
    return address;
  }
}
