export default import.meta.glob(["./*.json", "!./language.json"], { eager: true, import: "default" });
