import { Component, type ReactNode } from "react";

type Props = {
  /** With another one the children are shown again. */
  resetKey?: string;
  fallback: (error: unknown) => ReactNode;
  children: ReactNode;
};
type State = { resetKey: string | undefined; failure: { error: unknown } | null };

/** Shows something else in the place of children that fail while they are drawn. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { resetKey: this.props.resetKey, failure: null };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): State | null {
    return resetKey === state.resetKey ? null : { resetKey, failure: null };
  }

  override render() {
    const { failure } = this.state;
    return failure ? this.props.fallback(failure.error) : this.props.children;
  }
}
