import { Button } from "@mantine/core";
import { Component } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, useLocation } from "react-router";
import { EmptyState } from "@/components/empty-state";
import { ErrorState } from "@/components/error-state";

/** What browsers say when a chunk of the previous release is gone after an upgrade. */
const CHUNK_GONE = /dynamically imported module|module script failed|preload/i;

/** Shows the error of a screen in its place; another address shows its screen again. */
export function ScreenBoundary() {
  return <Boundary address={useLocation().key} />;
}

type Props = { address: string };
type State = { address: string; failure: { error: unknown } | null };

class Boundary extends Component<Props, State> {
  override state: State = { address: this.props.address, failure: null };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps({ address }: Props, state: State): State | null {
    return address === state.address ? null : { address, failure: null };
  }

  override render() {
    return this.state.failure ? <ScreenError error={this.state.failure.error} /> : <Outlet />;
  }
}

function ScreenError({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const reload = () => window.location.reload();
  if (error instanceof Error && CHUNK_GONE.test(error.message)) {
    return (
      <EmptyState icon="refresh" title={t("updated.title")} text={t("updated.text")}>
        <Button onClick={reload}>{t("reload")}</Button>
      </EmptyState>
    );
  }
  return <ErrorState error={error} onRetry={reload} />;
}
