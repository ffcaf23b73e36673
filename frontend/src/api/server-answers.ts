const RETRY_MS = 1_000;

/** Resolves as soon as the server answers anything, at once when it is there. */
export async function serverAnswers(): Promise<void> {
  for (;;) {
    try {
      await fetch("/api/health/");
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
