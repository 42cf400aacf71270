const section = 'tour';

interface TourMemory {
  readonly loaded: boolean;
  section(name: string): unknown;
  set(name: string, value: unknown): void;
}

/** Whether this user has not had the tour; false until the settings are here. */
export const isDue = (config: TourMemory): boolean => config.loaded && config.section(section) === undefined;

/** Had, whether walked to its end or left. */
export const rememberTour = (config: TourMemory): void => config.set(section, { seen: true });
