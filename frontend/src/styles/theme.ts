/** Mantine in our tokens: sizes, greys and one accent (ink) with a lighter form for the dark. */

import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from "@mantine/core";
import { overlayRef } from "@/lib/take-focus";

const INK: MantineColorsTuple = [
  "#f3f2fe",
  "#e5e3fc",
  "#c9c5f9",
  "#aca5ff",
  "#8f86f2",
  "#7a70ea",
  "#665ade",
  "#5a4dd8",
  "#5046d4",
  "#4a3fd0",
];

const resolveVariant: VariantColorsResolver = (input) => {
  const resolved = defaultVariantColorsResolver(input);
  const isInk =
    input.color === undefined || input.color === "ink" || input.color === input.theme.primaryColor;
  if (!isInk) return resolved;
  if (input.variant === "filled") {
    return {
      ...resolved,
      background: "var(--fl-ink)",
      hover: "var(--fl-ink-hover)",
      color: "var(--fl-on-ink)",
    };
  }
  if (input.variant === "subtle") {
    return { ...resolved, hover: "var(--fl-hover)", color: "var(--fl-text-2)" };
  }
  if (input.variant === "light") {
    return {
      ...resolved,
      background: "var(--fl-hover)",
      hover: "var(--fl-pressed)",
      color: "var(--fl-text)",
    };
  }
  return resolved;
};

/** Overlays flip at the edges of the window; if they fit nowhere, they scroll. */
const edges = { padding: 8 };
const inWindow = {
  middlewares: { flip: edges, shift: edges, size: edges },
  styles: { dropdown: { overflowY: "auto" } },
} as const;

export const theme = createTheme({
  primaryColor: "ink",
  primaryShade: { light: 9, dark: 3 },
  colors: { ink: INK },
  autoContrast: true,
  variantColorResolver: resolveVariant,
  fontFamily: "var(--fl-font)",
  fontFamilyMonospace: "var(--fl-font-mono)",
  fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "16px", xl: "20px" },
  headings: {
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "20px", lineHeight: "1.3" },
      h2: { fontSize: "16px", lineHeight: "1.35" },
      h3: { fontSize: "14px", lineHeight: "1.4" },
      h4: { fontSize: "13px", lineHeight: "1.4" },
    },
  },
  spacing: { xs: "8px", sm: "12px", md: "16px", lg: "24px", xl: "32px" },
  radius: { xs: "3px", sm: "4px", md: "6px", lg: "10px", xl: "16px" },
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    // Help stands under the field, where it does not push label and value apart.
    InputWrapper: { defaultProps: { inputWrapperOrder: ["label", "input", "description", "error"] } },
    Tooltip: { defaultProps: { openDelay: 350, withArrow: false } },
    Modal: { defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.4 }, radius: "lg" } },
    // All that opens takes the focus by one rule, whoever draws it.
    ModalContent: { defaultProps: { ref: overlayRef } },
    DrawerContent: { defaultProps: { ref: overlayRef } },
    PopoverDropdown: { defaultProps: { ref: overlayRef } },
    MenuDropdown: { defaultProps: { ref: overlayRef } },
    // The menu itself has the focus; what Mantine would focus instead is nothing that a menu may hold.
    Menu: {
      defaultProps: {
        shadow: "md",
        position: "bottom-end",
        withInitialFocusPlaceholder: false,
        ...inWindow,
      },
    },
    Popover: { defaultProps: inWindow },
    ActionIcon: { defaultProps: { variant: "subtle", size: "md" } },
    Switch: { defaultProps: { withThumbIndicator: false } },
    Select: { defaultProps: { checkIconPosition: "right", allowDeselect: false } },
  },
});

/** Mantine's own names for state colours, so that an alert of it looks like ours. */
function stateColours(name: string, state: string): Record<string, string> {
  return {
    [`--mantine-color-${name}-text`]: `var(--fl-${state})`,
    [`--mantine-color-${name}-filled`]: `var(--fl-${state})`,
    [`--mantine-color-${name}-light`]: `var(--fl-${state}-tint)`,
    [`--mantine-color-${name}-light-hover`]: `var(--fl-${state}-tint)`,
    [`--mantine-color-${name}-light-color`]: `var(--fl-${state})`,
    [`--mantine-color-${name}-outline`]: `var(--fl-${state})`,
  };
}

const COLOURS = {
  ...stateColours("red", "failed"),
  ...stateColours("yellow", "waiting"),
  ...stateColours("orange", "waiting"),
  ...stateColours("green", "succeeded"),
  ...stateColours("blue", "running"),
  ...stateColours("gray", "queued"),
  "--mantine-color-text": "var(--fl-text)",
  "--mantine-color-body": "var(--fl-surface)",
  "--mantine-color-bright": "var(--fl-text)",
  "--mantine-color-error": "var(--fl-failed)",
  "--mantine-color-success": "var(--fl-succeeded)",
  "--mantine-color-placeholder": "var(--fl-text-3)",
  "--mantine-color-anchor": "var(--fl-ink)",
  "--mantine-color-default": "var(--fl-surface)",
  "--mantine-color-default-hover": "var(--fl-hover)",
  "--mantine-color-default-color": "var(--fl-text)",
  "--mantine-color-default-border": "var(--fl-border-strong)",
  "--mantine-color-dimmed": "var(--fl-text-3)",
  "--mantine-color-disabled": "var(--fl-sunken)",
  "--mantine-color-disabled-color": "var(--fl-text-off)",
  "--mantine-color-disabled-border": "var(--fl-border)",
  "--mantine-color-ink-filled": "var(--fl-ink)",
  "--mantine-color-ink-filled-hover": "var(--fl-ink-hover)",
  "--mantine-color-ink-light": "var(--fl-hover)",
  "--mantine-color-ink-light-hover": "var(--fl-pressed)",
  "--mantine-color-ink-light-color": "var(--fl-text)",
  "--mantine-color-ink-outline": "var(--fl-ink)",
  "--mantine-color-ink-text": "var(--fl-text)",
  "--mantine-primary-color-contrast": "var(--fl-on-ink)",
};

export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: COLOURS, dark: COLOURS });
