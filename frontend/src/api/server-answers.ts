const RETRY_MS = 1_000;

/** Resolves as soon as the server answers anything, at once when it is there; `onAway` is called while it is not. */
export async function serverAnswers(onAway?: () => void): Promise<void> {
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
