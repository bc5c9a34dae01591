/** Three rising wave lines, the lowest fainter. Decorative: the name is next to it. */
export const Mark = ({ size = 28 }: { size?: number }) => (
  <svg
    aria-hidden="true"
    width={size}
    height={size}
    viewBox="0 0 28 28"
    fill="none"
    stroke="var(--brand)"
    strokeWidth="2.3"
    strokeLinecap="round"
  >
    <path d="M2 12.5c4.2 0 5.2-8 11-8s6 5.6 13 4.2" />
    <path d="M2 18.2c4.2 0 5.8-5.6 11-5.6s6.2 4.4 13 3.4" />
    <path d="M2 23.5c4.2 0 6.2-3.4 11-3.4s6.6 2.8 13 2" opacity=".5" />
  </svg>
);
