/** Mode, and run or stop. */

import { Button, Popover, SegmentedControl, Tooltip } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useKeyText } from "@/commands/bindings";
import { commandById } from "@/commands/registry";
import { Icon } from "@/components/icon";
import { lazyComponent } from "@/components/lazy-component";
import { startFields } from "@/components/run-inputs/start-fields";
import { Tipped } from "@/components/tipped";
import { startKey } from "@/document/validate";
import { isOpen } from "@/runs/state";
import { useDocument } from "@/stores/document-store";
import { useRun } from "@/stores/run-store";
import { useUi } from "@/stores/ui-store";
import classes from "./runbar.module.css";
import type { RunActions } from "./use-run-actions";

export const LazyRunForm = lazyComponent(async () => (await import("./run-form")).RunForm);

/** Run and stop are equally wide: nothing moves when one takes the place of the other. */
const RUN_WIDTH = 78;

type Props = { actions: RunActions };

export function RunBar({ actions }: Props) {
  const { t } = useTranslation("runbar");
  const isRunning = useRun((state) => isOpen(state.status));
  const stopKeys = useKeyText(commandById("cancel-run"));
  return (
    <div className={classes.bar}>
      <ModeSwitch />
      {isRunning ? (
        <Tooltip label={`${t("stopHint")}  ${stopKeys}`}>
          <Button
            size="xs"
            miw={RUN_WIDTH}
            variant="default"
            leftSection={<Icon name="player-stop" size={14} />}
            onClick={({ detail }) => {
              // The second half of a double click on Run falls on the button that took its place.
              if (detail <= 1) actions.cancel();
            }}
          >
            {t("stop")}
          </Button>
        </Tooltip>
      ) : (
        <RunButton actions={actions} />
      )}
    </div>
  );
}

function ModeSwitch() {
  const { t } = useTranslation("runbar");
  const mode = useUi((state) => state.runMode);
  const set = useUi((state) => state.set);
  return (
    <Tooltip label={t(`modeHint.${mode}`)} multiline w={240}>
      <SegmentedControl
        size="xs"
        aria-label={t("mode")}
        value={mode}
        onChange={(next) => set({ runMode: next })}
        data={[
          { value: "live", label: t("live") },
          { value: "test", label: t("test") },
        ]}
      />
    </Tooltip>
  );
}

function RunButton({ actions }: Props) {
  const { t } = useTranslation("runbar");
  const runKeys = useKeyText(commandById("run"));
  const asking = useUi((state) => state.dialog === "run");
  const set = useUi((state) => state.set);
  const start = useDocument((state) => state.nodes[startKey(state) ?? ""]);
  const isEmpty = useDocument((state) => state.order.length === 0);
  const until = useDocument((state) => state.nodes[actions.askedUntil ?? ""]);
  const fields = startFields(start);
  const close = () => set({ dialog: null });
  return (
    <Popover
      opened={asking}
      onChange={(opened) => !opened && close()}
      position="bottom-end"
      width={360}
      trapFocus
      returnFocus
      shadow="lg"
      // Without fields it opens nothing, and keys that follow the press are not kept for what opens.
      withRoles={fields.length > 0}
    >
      <Popover.Target>
        <Tipped label={`${t("run")}  ${runKeys}`} disabled={asking}>
          <Button
            size="xs"
            miw={RUN_WIDTH}
            loading={actions.starting}
            disabled={isEmpty}
            leftSection={<Icon name="player-play" size={14} />}
            onClick={({ detail }) => {
              // The second half of a double click would close what the first has opened.
              if (detail > 1) return;
              if (fields.length === 0) actions.startAgain();
              else if (asking) close();
              else actions.ask();
            }}
          >
            {t("run")}
          </Button>
        </Tipped>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t("inputs")}>
        <LazyRunForm
          fields={fields}
          errors={actions.inputErrors}
          starting={actions.starting}
          until={until?.name}
          onRun={(inputs) => void actions.start(inputs, until?.key)}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
