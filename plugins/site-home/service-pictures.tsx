import styles from './home-page.module.css';

/** Drawn from what the product shows: a book that closes in, a curve, a workspace. Decoration, and so without words. */

const box = { className: styles.picture, viewBox: '0 0 240 120', focusable: false } as const;

/** Asks above, bids below, and little between them. */
export function MarketMakingPicture() {
  const lengths = [150, 118, 92, 70, 46];
  return (
    <svg {...box} aria-hidden="true">
      {lengths.map((length, row) => (
        <g key={length}>
          <rect x={204 - length} y={8 + row * 10} width={length} height="6" rx="1" fill="var(--tessera-down)" opacity={0.35 + row * 0.13} />
          <rect x={204 - length} y={106 - row * 10} width={length} height="6" rx="1" fill="var(--tessera-up)" opacity={0.35 + row * 0.13} />
        </g>
      ))}
      <path d="M36 60h168" stroke="var(--tessera-line-strong)" strokeDasharray="3 5" />
    </svg>
  );
}

/** A curve over its own high-water mark. */
export function AssetsPicture() {
  const curve = 'M20 98 42 90 62 93 84 74 104 79 126 58 148 66 170 42 192 47 220 22';
  return (
    <svg {...box} aria-hidden="true">
      <path d="M20 34h200M20 66h200M20 98h200" stroke="var(--tessera-line)" />
      <path d={`${curve}V112H20z`} fill="var(--tessera-accent)" opacity=".12" />
      <path d={curve} fill="none" stroke="var(--tessera-accent)" strokeWidth="2.5" strokeLinejoin="round" strokeLinecap="round" />
      <circle cx="220" cy="22" r="4" fill="var(--tessera-accent)" />
    </svg>
  );
}

/** Pieces that belong together, one of them being set. */
export function AdvisoryPicture() {
  return (
    <svg {...box} aria-hidden="true">
      <g fill="var(--tessera-line)">
        <rect x="36" y="12" width="52" height="44" rx="3" />
        <rect x="94" y="12" width="52" height="44" rx="3" />
        <rect x="36" y="62" width="52" height="44" rx="3" />
        <rect x="152" y="62" width="52" height="44" rx="3" />
      </g>
      <rect x="94" y="62" width="52" height="44" rx="3" fill="var(--tessera-accent)" />
      <rect
        x="152"
        y="12"
        width="52"
        height="44"
        rx="3"
        fill="none"
        stroke="var(--tessera-accent)"
        strokeWidth="1.5"
        strokeDasharray="4 4"
      />
    </svg>
  );
}
