const width = 800;
const usualHeight = 400;
let height = usualHeight;
const watches = new Set<SizeWatch>();

/** A ResizeObserver that tells whenever a test changes the size of boxes. */
class SizeWatch {
  readonly #tell: (entries: readonly never[]) => void;

  constructor(tell: (entries: readonly never[]) => void) {
    this.#tell = tell;
  }

  observe(): void {
    watches.add(this);
  }

  unobserve(): void {
    watches.delete(this);
  }

  disconnect(): void {
    watches.delete(this);
  }

  tell(): void {
    this.#tell([]);
  }
}

/** The page of a test has no geometry: every box is 800 × 400 px. */
export function giveSizes(): void {
  height = usualHeight;
  for (const [name, size] of [
    ['offsetWidth', () => width],
    ['offsetHeight', () => height],
    ['clientHeight', () => height],
  ] as const) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: size });
  }
}

/** Components that are drawn in `task` hear of {@link resizeBoxes}. */
export async function withSizeWatches(task: () => Promise<void>): Promise<void> {
  const real = globalThis.ResizeObserver;
  Reflect.set(globalThis, 'ResizeObserver', SizeWatch);
  try {
    await task();
  } finally {
    Reflect.set(globalThis, 'ResizeObserver', real);
    watches.clear();
  }
}

/** Every box is so high from now on. */
export function resizeBoxes(to: number): void {
  height = to;
  for (const watch of watches) watch.tell();
}
