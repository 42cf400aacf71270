/** What stands between thousands. The decimal point is a point in all of them: prices are read and typed with one everywhere. */
const marks = { comma: ',', space: '\u{202f}', none: '' } as const;
export type Thousands = keyof typeof marks;
export const thousandsChoices = Object.keys(marks) as readonly Thousands[];

/** What was saved is foreign data. */
export const readThousands = (value: unknown): Thousands => thousandsChoices.find((one) => one === value) ?? 'comma';

let mark: string = marks.comma;
/** What the reader has chosen counts for every number from here on; the page draws itself anew. Servers never call it. */
export const setThousands = (thousands: Thousands): void => {
  mark = marks[thousands];
};
export const thousandsMark = (): string => mark;

/** How a choice looks: `1,234,567.89`. */
export const sampleNumber = (thousands: Thousands): string => ['1', '234', '567.89'].join(marks[thousands]);
