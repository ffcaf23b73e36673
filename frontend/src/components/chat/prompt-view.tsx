/** Prompts sent to models: system prompt, messages, and offered tools. */

import { Skeleton } from "@mantine/core";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { useSentPrompt } from "@/api/runs";
import type { SentMessage } from "@/api/types";
import { CopyButton } from "@/components/copy-button";
import { QueryState } from "@/components/query-list";
import { useRun } from "@/stores/run-store";
import classes from "./prompt-view.module.css";

/** Those of all nodes of the run that have asked a model. */
export function SentPrompts({ runId }: { runId: string }) {
  const { t } = useTranslation("chat");
  const nodes = useRun((state) => state.nodes);
  const asking = Object.values(nodes).filter(({ modelCalls }) => modelCalls.length > 0);
  if (asking.length === 0) return <p className={classes.none}>{t("why.noPrompt")}</p>;
  return asking.map(({ key, name }) => (
    <section key={key}>
      {asking.length > 1 && <h3 className={classes.node}>{name}</h3>}
      <PromptOfNode runId={runId} nodeKey={key} />
    </section>
  ));
}

function PromptOfNode({ runId, nodeKey }: { runId: string; nodeKey: string }) {
  const { t } = useTranslation("chat");
  const prompt = useSentPrompt(runId, nodeKey);
  if (!prompt.isSuccess) return <QueryState query={prompt} pending={<Skeleton height={120} />} />;
  const { messages, functions } = prompt.data;
  return (
    <div className={classes.prompt}>
      {messages.map((message, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a prompt that was sent does not change
        <Fragment key={at}>
          {at > 0 && message.round !== messages[at - 1]?.round && (
            <h3 className={classes.call}>{t("why.call", { number: message.round })}</h3>
          )}
          <Message message={message} />
        </Fragment>
      ))}
      <section>
        <h3 className={classes.role}>{t("why.tools", { count: functions.length })}</h3>
        <dl className={classes.tools}>
          {functions.map(({ name, description }) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>{description}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}

function Message({ message: { role, text, is_cut, calls, files } }: { message: SentMessage }) {
  const { t } = useTranslation("chat");
  return (
    <section>
      <h3 className={classes.role}>
        {t(`why.role.${role}`)}
        {text !== "" && <CopyButton text={text} />}
      </h3>
      {text !== "" && <p className={classes.text}>{text}</p>}
      {is_cut && <p className={classes.note}>{t("why.cut")}</p>}
      {calls.map(({ name, arguments: given }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <p key={at} className={classes.text}>
          <code>
            {name} {given}
          </code>
        </p>
      ))}
      {files.length > 0 && <p className={classes.note}>{t("why.files", { names: files.join(", ") })}</p>}
    </section>
  );
}
