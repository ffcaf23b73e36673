import { useTranslation } from "react-i18next";
import { useApprovals } from "@/api/runs";
import { ApprovalCard } from "@/components/approvals/approval-card";
import classes from "@/features/home/home.module.css";
import { HomeSection } from "@/features/home/home-section";

const SHOWN = 3;

/** Open approvals of the user, answerable in place. */
export function OpenApprovals() {
  const { t } = useTranslation("home");
  const open = useApprovals({ status: "open" }).data?.pages[0]?.results ?? [];
  if (open.length === 0) return null;
  return (
    <HomeSection title={t("approvals")} all="/approvals">
      <div className={classes.approvals}>
        {open.slice(0, SHOWN).map((approval) => (
          <ApprovalCard key={approval.id} approval={approval} withRun />
        ))}
      </div>
    </HomeSection>
  );
}
