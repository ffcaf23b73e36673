import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "@/components/state.module.css";

export type LazyComponent<Props = object> = ComponentType<Props> & {
  preload: () => Promise<unknown>;
  isLoaded: () => boolean;
};

export function isLazy(component: ComponentType | null | undefined): component is LazyComponent {
  return component != null && "preload" in component;
}

/**
 * A component loaded when it is first shown.
 *
 * React gives retries of a `lazy` component the lowest priority, and restarts them on each store update. During a run
 * with frequent updates, the component may never appear.
 *
 * Failed loads are retried when the server answers: a page with an unstable network keeps its content, with a note that
 * the server is away. If the server has answered several times without the code, it is gone, which the surrounding
 * screen handles.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: (props: Props) => ReactNode = () => null,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | null = null;
  let loading: Promise<ComponentType<Props>> | null = null;
  const preload = () => {
    loading ??= load().then(
      (component) => {
        loaded = component;
        return component;
      },
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  };

  // biome-ignore lint/correctness/noComponentHookFactories: called once per module, never while something is drawn
  function LateComponent(props: Props) {
    const [Component, setComponent] = useState(() => loaded);
    const [isAway, setAway] = useState(false);
    const [failure, setFailure] = useState<{ error: unknown } | null>(null);
    useEffect(() => {
      if (Component) return;
      let isShown = true;
      persistently(preload, () => isShown && setAway(true)).then(
        (component) => isShown && setComponent(() => component),
        (error: unknown) => isShown && setFailure({ error }),
      );
      return () => {
        isShown = false;
      };
    }, [Component]);
    if (failure) throw failure.error;
    if (Component) return <Component {...props} />;
    return isAway ? <AwayNote /> : placeholder(props);
  }

  return Object.assign(LateComponent, { preload, isLoaded: () => loaded !== null });
}

function AwayNote() {
  const { t } = useTranslation();
  return (
    <p className={classes.note} role="status">
      <strong>{t("error.unreachable.title")}</strong>
      <br />
      {t("error.unreachable.text")}
    </p>
  );
}

/** Network failures allowed between an answer of the server and the code. */
const TRIES = 4;

async function persistently<T>(load: () => Promise<T>, onAway: () => void): Promise<T> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await load();
    } catch (error) {
      if (left === 1) throw error;
      await serverAnswers(onAway);
    }
  }
}

const RETRY_MS = 1_000;

/** Resolves as soon as the server answers anything, at once when it is there; `onAway` is called while it is not. */
async function serverAnswers(onAway?: () => void): Promise<void> {
  for (;;) {
    try {
      await fetch("/api/health/");
      return;
    } catch {
      onAway?.();
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
