import { useMedia } from '../../core/ui/use-media.ts';

/** Phones, upright and lying: too small for panels side by side. The style sheets use the same words. */
export const useSmallScreen = (): boolean => useMedia('(max-width: 699px), (max-height: 499px) and (pointer: coarse)');

/** Too narrow for a header in one line: small screens, and tablets held upright. */
export const useTallHeader = (): boolean =>
  useMedia('(max-width: 699px), ((max-height: 499px) or (max-width: 1023px)) and (pointer: coarse)');
