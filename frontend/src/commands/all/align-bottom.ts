import { alignCommand } from "../arrange";

export default alignCommand("bottom", { order: 60, keys: "alt+s", icon: "layout-align-bottom" });
