import { alignCommand } from "../arrange";

export default alignCommand("right", { order: 30, keys: "alt+d", icon: "layout-align-right" });
