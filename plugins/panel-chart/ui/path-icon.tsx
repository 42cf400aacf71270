/** A line icon given as data, in the weight of the product's own. */
export function PathIcon({ path }: { readonly path: string }) {
  return (
    <svg
      width={16}
      height={16}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  );
}

/** Icons of the chart's own bars. */
export const icons = {
  pointer: 'M4 2.500l8 5-3.500.800L6.500 12z',
  magnet: 'M3 2.500h3v5a2 2 0 0 0 4 0v-5h3v5a5 5 0 0 1-10 0zM3 5h3M10 5h3',
  lock: 'M4 7.500h8V13H4zM5.500 7.500V5.200a2.500 2.500 0 0 1 5 0v2.300',
  unlock: 'M4 7.500h8V13H4zM5.500 7.500V5.200a2.500 2.500 0 0 1 4.600-1.300',
  shown: 'M1.500 8S4 3.500 8 3.500 14.500 8 14.500 8 12 12.500 8 12.500 1.500 8 1.500 8M8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4',
  hidden:
    'M2 2l12 12M6.200 4A6 6 0 0 1 8 3.500c4 0 6.500 4.500 6.500 4.500a11 11 0 0 1-1.900 2.400M4 5.200A11 11 0 0 0 1.500 8S4 12.500 8 12.500c1 0 1.900-.3 2.700-.7',
  trash: 'M3 4.500h10M6 4.500V3h4v1.500M4.500 4.500l.5 9h6l.5-9M7 7v4M9 7v4',
  undo: 'M3.500 6.500h6a3.500 3.500 0 0 1 0 7H6M6 3.500l-3 3 3 3',
  redo: 'M12.500 6.500h-6a3.500 3.500 0 0 0 0 7H10M10 3.500l3 3-3 3',
  indicators: 'M2 11c2-6 4-6 6 0s4 6 6 0M1.500 13.500h13',
  compare: 'M2 11 6 6l3 3 5-6M2 13.500l5-2.500 3 1.500 4-3',
  camera: 'M2 5h3l1-2h4l1 2h3v8H2zM8 7a2.300 2.300 0 1 0 0 4.600A2.300 2.300 0 0 0 8 7',
  newest: 'M3 3l5 5-5 5M8 3l5 5-5 5',
  link: 'M2 5.500h9M9 3.500l2 2-2 2M14 10.500H5M7 8.500l-2 2 2 2',
  text: 'M3 3.500h10M8 3.500V13',
  dashed: 'M1.500 8h3M6.500 8h3M11.500 8h3',
} as const;
