import { createContext, useContext } from 'react';

/** Texts that pages of all plugins share: `site` around every page, `errors` of refusals. One that is missing ends the build. */
export type HouseText = (room: 'site' | 'errors', key: string, values?: Readonly<Record<string, string | number>>) => string;

/** Set by whoever draws a page of the public site. */
export const HouseTextContext = createContext<HouseText | null>(null);

export function useHouseText(): HouseText {
  const text = useContext(HouseTextContext);
  if (text === null) throw new Error('texts that pages share are there on pages of the public site only');
  return text;
}
