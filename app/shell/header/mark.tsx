/** The product's mark: four tesserae, one of them set. */
export function Mark({ size = 20 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d="M1 1h8v8H1z" fill="var(--tessera-accent)" />
      <path d="M11 1h8v8h-8z" fill="var(--tessera-accent)" opacity=".4" />
      <path d="M11 11h8v8h-8z" fill="var(--tessera-green)" />
      <path d="M1 11h8v8H1z" fill="var(--tessera-faint)" opacity=".6" />
    </svg>
  );
}
