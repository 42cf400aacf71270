/** One measured number. `baseline` is what it is compared with, measured in the same run; `ratio` is value over baseline. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  baseline: number | null;
  ratio: number | null;
}
