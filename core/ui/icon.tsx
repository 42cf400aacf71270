/** Line icons on a 16 px grid, drawn for this product: one weight, no colour of their own. */
const paths = {
  add: 'M8 3v10M3 8h10',
  admin: 'M8 1.8 13 4v4c0 3-2 5.200-5 6.200C5 13.200 3 11 3 8V4zM6 8l1.500 1.500L10.200 6.500',
  alert: 'M8 2 14.500 13.500h-13zM8 6.500v3M8 11.500v.2',
  balances: 'M2 5h11.500v8H2zM2 5l9-2.500V5M10.500 9h1',
  bell: 'M3.500 11.500V11l1-1.500V7a3.500 3.500 0 0 1 7 0v2.500l1 1.500v.5zM6.800 13.500h2.400M8 2v1.500',
  bolt: 'M9 1.800 3.500 9H8l-1 5.200L12.500 7H8z',
  book: 'M3 3.500h4M3 6h6M3 8.500h3M9 10h4M7 12.500h6',
  'book-asks': 'M3 3.500h10M3 6h7M3 8.500h4M3 12.500h10',
  'book-bids': 'M3 3.500h10M3 7.500h4M3 10h7M3 12.500h10',
  'book-both': 'M3 3h10M3 5.500h5M3 8h10M3 10.500h5M3 13h10',
  calendar: 'M2.500 3.500h11v10h-11zM2.500 6.500h11M5.500 2v3M10.500 2v3M5.500 9h.2M8 9h.2M10.500 9h.2M5.500 11.300h.2M8 11.300h.2',
  chart: 'M3.500 5v7M2.500 6.500h2v4h-2zM8 2.500v9M7 4h2v5H7zM12.500 4.500v8M11.500 6h2v5h-2z',
  check: 'M3 8.500 6.500 12 13 4.500',
  chevron: 'M4 6l4 4 4-4',
  close: 'M4 4l8 8M12 4l-8 8',
  copy: 'M5.500 5.500h8v8h-8zM10.500 5.500v-3h-8v8h3',
  columns: 'M2.500 3h11v10h-11zM6.200 3v10M9.800 3v10',
  data: 'M2.500 13.500h11M4 13V9M8 13V4M12 13V7',
  depth: 'M2 13V9h2V6h2v7M10 13V5h2v4h2v4M1.500 13.500h13',
  download: 'M8 2.500V10M5 7l3 3 3-3M2.500 11v2.500h11V11',
  edit: 'M3 13l.6-2.800 7-7 2.200 2.200-7 7zM9.500 4.300l2.200 2.200',
  filter: 'M2.500 3.500h11L9.500 8.500V13L6.500 11.500v-3z',
  globe: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M2 8h12M8 2c4 4 4 8 0 12M8 2c-4 4-4 8 0 12',
  grid: 'M2.500 2.500h4.500v4.500H2.500zM9 2.500h4.500v4.500H9zM2.500 9h4.500v4.500H2.500zM9 9h4.500v4.500H9z',
  help: 'M5.800 6.300a2.200 2.200 0 1 1 3.300 1.900C8.400 8.600 8 9 8 9.700M8 11.800v.2',
  history: 'M2.500 8A5.500 5.500 0 1 0 4.200 4M2.500 2.500V5H5M8 5v3.200l2 1.300',
  info: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M8 7.200v3.600M8 5v.2',
  key: 'M6 6.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7M8.500 7.500l5-5M11 5l2 2',
  ladder: 'M4.500 2v12M11.500 2v12M4.500 4.500h7M4.500 8h7M4.500 11.500h7',
  link: 'M6.500 9.500l3-3M7 4.500l1-1a3 3 0 0 1 4.500 4.500l-1 1M9 11.500l-1 1A3 3 0 0 1 3.500 8l1-1',
  list: 'M5.500 4h8M5.500 8h8M5.500 12h8M2.500 4h.5M2.500 8h.5M2.500 12h.5',
  lock: 'M4 7.500h8V13H4zM5.500 7.500V5.200a2.500 2.500 0 0 1 5 0v2.300',
  mail: 'M2 3.500h12v9H2zM2 4.500l6 4.500 6-4.500',
  maximise: 'M3 6V3h3M10 3h3v3M13 10v3h-3M6 13H3v-3',
  menu: 'M2.500 4.500h11M2.500 8h11M2.500 11.500h11',
  moon: 'M13 9.500A5.500 5.500 0 1 1 6.500 3a4.500 4.500 0 0 0 6.500 6.500z',
  more: 'M3.500 8h.2M8 8h.2M12.500 8h.2',
  orders: 'M3.500 2h9v12h-9zM6 5.500h4M6 8h4M6 10.500h2.500',
  panel: 'M2.500 3h11v10h-11zM2.500 6h11',
  pause: 'M5.500 3v10M10.500 3v10',
  plugin: 'M6 2.500h4V5h3.500v8.500h-11V5H6zM6 5h4',
  positions: 'M2.500 12.500l3.500-4 3 2.500 4.500-6M10.500 5h3v3',
  refresh: 'M13.500 8A5.500 5.500 0 1 1 11.800 4M13.500 2.500V5H11',
  restore: 'M6 3v3H3M13 6h-3V3M10 13v-3h3M3 10h3v3',
  robot: 'M3 6h10v7.500H3zM8 3v3M6 9v1M10 9v1M8 2.500v.2',
  search: 'M7 2.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9M10.300 10.300l3.200 3.200',
  settings: 'M2.500 5h6M11.500 5h2M2.500 11h2M7.500 11h6M10 3.500v3M6 9.500v3',
  'sign-out': 'M9.500 3H3v10h6.500M7 8h7M11.500 5.500 14 8l-2.500 2.500',
  star: 'M8 2l1.800 3.900 4.200.5-3.100 2.900.8 4.200L8 11.400l-3.700 2.100.8-4.200L2 6.400l4.200-.5z',
  sun: 'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6M8 1.500V3M8 13v1.500M1.500 8H3M13 8h1.500M3.400 3.400l1 1M11.600 11.600l1 1M12.600 3.400l-1 1M4.400 11.600l-1 1',
  swap: 'M3 5.500h9.500M10 3l2.500 2.500L10 8M13 10.500H3.500M6 8l-2.500 2.500L6 13',
  ticket: 'M2.500 4h11v3a1.200 1.200 0 0 0 0 2.500V13h-11V9.500a1.200 1.200 0 0 0 0-2.500zM9.500 4v9',
  trade: 'M3 10.500 6.500 7 9 9.500l4-5M3 13.500h10M10 4.500h3v3',
  trades: 'M2.500 4h7M2.500 8h11M2.500 12h5M12 3v2.500M10.800 4.300 12 5.500l1.200-1.200',
  transfer: 'M2.500 5.500h8M8 3l2.500 2.500L8 8M13.500 10.500h-8M8 8l-2.500 2.500L8 13',
  trash: 'M3 4.500h10M6 4.500V3h4v1.500M4.500 4.500l.5 9h6l.5-9M7 7v4M9 7v4',
  upload: 'M8 10V2.500M5 5.500l3-3 3 3M2.500 11v2.500h11V11',
  user: 'M8 8.500a3 3 0 1 0 0-6 3 3 0 0 0 0 6M2.500 14c.5-3 2.500-4 5.500-4s5 1 5.500 4',
  warning: 'M8 2 14.500 13.500h-13zM8 6.500v3M8 11.500v.2',
} as const;

export type IconName = keyof typeof paths;

/** Manifests name icons as free text; an unknown one gets the plain panel. */
export const iconNamed = (name: string): IconName => (Object.hasOwn(paths, name) ? (name as IconName) : 'panel');

export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  );
}
