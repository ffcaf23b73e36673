import { ActionIcon, NumberInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { useComparison } from "@/api/runs";
import { Icon } from "@/components/icon";
import classes from "@/features/runs/compare.module.css";
import { useComparedPass } from "@/features/runs/use-compared-pass";
import { keyOf, passOf, stepsOf } from "@/runs/passes";

/** The way into the pass that is compared: each container around it with a choice among its passes. */
export function ComparePath() {
  const { t } = useTranslation("runs");
  const { scope, addressOfPass } = useComparedPass();
  return (
    <nav className={classes.path} aria-label={t("comparison.path")}>
      <Link to={addressOfPass("")}>{t("comparison.all")}</Link>
      {stepsOf(scope).map(({ container, index }) => (
        <span key={container} className={classes.step}>
          <Icon name="chevron-right" size={13} />
          <ComparePass container={container} index={index} />
        </span>
      ))}
    </nav>
  );
}

type Props = { container: string; index: number };

/** Goes from pass to pass of one container; the number can be typed. */
function ComparePass({ container, index }: Props) {
  const { t } = useTranslation("runs");
  const { id, other, addressOfPass } = useComparedPass();
  const navigate = useNavigate();
  const { scope, key } = keyOf(container);
  const row = useComparison(id, other, scope).data?.rows.find(({ node_key }) => node_key === key);
  const total = row?.passes ?? index + 1;
  const to = (next: number) => addressOfPass(passOf(container, next));
  const show = (number: string | number) => {
    if (typeof number === "number" && number >= 1 && number <= total)
      void navigate(to(number - 1), { replace: true });
  };
  const arrow = (next: number, icon: "chevron-left" | "chevron-right", label: string) => (
    <ActionIcon
      component={Link}
      to={to(Math.min(Math.max(next, 0), total - 1))}
      replace
      size="sm"
      aria-label={label}
      aria-disabled={next < 0 || next >= total}
      data-disabled={next < 0 || next >= total || undefined}
    >
      <Icon name={icon} size={14} />
    </ActionIcon>
  );
  return (
    <>
      <strong>{row?.name ?? key}</strong>
      {arrow(index - 1, "chevron-left", t("comparison.passBefore"))}
      <NumberInput
        className={classes.pass}
        size="xs"
        aria-label={t("comparison.pass", { name: row?.name ?? key })}
        value={index + 1}
        min={1}
        max={total}
        allowDecimal={false}
        hideControls
        onChange={show}
      />
      <span className={classes.quiet}>{t("comparison.of", { total })}</span>
      {arrow(index + 1, "chevron-right", t("comparison.passAfter"))}
    </>
  );
}
