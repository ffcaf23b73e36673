/** Two threads that cross: warp and weft. */
export function Logo({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--fl-ink)" />
      <g stroke="var(--fl-on-ink)" strokeWidth="2.6" strokeLinecap="round">
        <path d="M7 11.5h6.2c3.6 0 2 9 5.6 9H25" />
        <path d="M7 20.5h4.6M20.4 11.5H25" />
      </g>
      <circle cx="16" cy="16" r="2.3" fill="var(--fl-on-ink)" />
    </svg>
  );
}
