// Intl: numbers and dates, with the locale data of the host. What is not there is refused with a reason.
const rangeAsk = (name, ...values) => {
  try {
    return ask(name, ...values);
  } catch (error) {
    throw new RangeError(error.message);
  }
};
const givenOptions = (options) =>
  Object.fromEntries(Object.entries(options ?? {}).filter(([, value]) => value !== undefined));
const localeOf = (locales) => rangeAsk("locale", locales === undefined ? [] : [locales].flat().map(String));
const momentOf = (value) => {
  const moment = value === undefined ? Date.now() : Number(value);
  if (!isFinite(moment)) throw new RangeError("Invalid time value");
  return moment;
};
const decimalOf = (value) => String(typeof value === "bigint" ? value : Number(value));
function DateTimeFormat(locales, options) {
  if (!new.target) return new DateTimeFormat(locales, options);
  const locale = localeOf(locales);
  const wanted = givenOptions(options);
  const parts = (value) => rangeAsk("date_parts", locale, momentOf(value), wanted);
  parts(0);
  const format = (value) => parts(value).map((part) => part.value).join("");
  Object.defineProperty(this, "format", { value: format });
  this.formatToParts = parts;
  this.resolvedOptions = () => ({ locale, calendar: "gregory", numberingSystem: "latn", timeZone: "UTC", ...wanted });
}
function NumberFormat(locales, options) {
  if (!new.target) return new NumberFormat(locales, options);
  const locale = localeOf(locales);
  const wanted = givenOptions(options);
  const format = (value) => rangeAsk("number_text", locale, decimalOf(value), wanted);
  format(0);
  Object.defineProperty(this, "format", { value: format });
  this.resolvedOptions = () => ({ locale, numberingSystem: "latn", style: "decimal", ...wanted });
}
const Intl = { DateTimeFormat, NumberFormat };
for (const name of ["Collator", "DisplayNames", "DurationFormat", "ListFormat", "PluralRules", "RelativeTimeFormat", "Segmenter"])
  Intl[name] = function () {
    throw new Error(`Intl.${name} is not available, only Intl.DateTimeFormat and Intl.NumberFormat.`);
  };
const withDefaults = (options, fields, others) => {
  const wanted = givenOptions(options);
  if (fields.some((name) => name in wanted)) return wanted;
  return { ...others, ...wanted };
};
const DATE = { year: "numeric", month: "numeric", day: "numeric" };
const TIME = { hour: "numeric", minute: "2-digit", second: "2-digit" };
const dateFields = ["weekday", "year", "month", "day", "dateStyle"];
const timeFields = ["hour", "minute", "second", "timeStyle"];
const shownDate = (fields, others) =>
  function (locales, options) {
    if (isNaN(this)) return "Invalid Date";
    return new DateTimeFormat(locales, withDefaults(options, fields, others)).format(this);
  };
const override = (prototype, methods) => {
  for (const [name, value] of Object.entries(methods))
    Object.defineProperty(prototype, name, { value, writable: true, configurable: true, enumerable: false });
};
override(Date.prototype, {
  toLocaleString: shownDate([...dateFields, ...timeFields], { ...DATE, ...TIME }),
  toLocaleDateString: shownDate(dateFields, DATE),
  toLocaleTimeString: shownDate(timeFields, TIME),
});
function shownNumber(locales, options) {
  return new NumberFormat(locales, options).format(this.valueOf());
}
override(Number.prototype, { toLocaleString: shownNumber });
override(BigInt.prototype, { toLocaleString: shownNumber });
