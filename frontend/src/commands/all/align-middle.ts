import { alignCommand } from "../arrange";

export default alignCommand("middle", { order: 50, keys: "alt+v", icon: "layout-align-middle" });
