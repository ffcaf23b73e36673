import { distributeCommand } from "../arrange";

export default distributeCommand("vertical", {
  order: 80,
  keys: "alt+shift+v",
  icon: "layout-distribute-horizontal",
});
