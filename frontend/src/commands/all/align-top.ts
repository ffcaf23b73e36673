import { alignCommand } from "../arrange";

export default alignCommand("top", { order: 40, keys: "alt+w", icon: "layout-align-top" });
