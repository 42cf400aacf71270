/** The page of a panel in a window of its own; `?id=` names the panel. */
export const popOutPath = '/popout';
