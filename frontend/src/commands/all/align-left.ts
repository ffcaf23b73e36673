import { alignCommand } from "../arrange";

export default alignCommand("left", { order: 10, keys: "alt+a", icon: "layout-align-left" });
