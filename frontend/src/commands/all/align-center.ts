import { alignCommand } from "../arrange";

export default alignCommand("center", { order: 20, keys: "alt+h", icon: "layout-align-center" });
