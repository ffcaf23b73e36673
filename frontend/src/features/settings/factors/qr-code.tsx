/** A QR code as the server laid it out: rows of 1 (dark) and 0 (light). Black on white in both themes, as scanners need it. */
export function QrCode({ rows, label }: { rows: readonly string[]; label: string }) {
  const quiet = 4;
  const size = rows.length + 2 * quiet;
  const path = rows
    .flatMap((row, y) =>
      [...row].map((dark, x) => (dark === "1" ? `M${x + quiet} ${y + quiet}h1v1h-1z` : "")),
    )
    .join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={200}
      height={200}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
