import { distributeCommand } from "../arrange";

export default distributeCommand("horizontal", {
  order: 70,
  keys: "alt+shift+h",
  icon: "layout-distribute-vertical",
});
