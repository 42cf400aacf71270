/** Limits of saved workspaces, for client and server alike. */

/** Largest content, as JSON text in bytes. */
export const maxLayoutBytes = 512 * 1024;
/** How deep a file or a body that carries a layout may nest: rows in columns in rows nest by nature. */
export const maxLayoutDepth = 64;
/** Layouts that one user may keep. */
export const maxLayouts = 50;
export const maxLayoutNameLength = 60;

/** 1 to 60 characters that can be seen, without space at the ends. */
export const isLayoutName = (name: string): boolean =>
  name.length > 0 && name.length <= maxLayoutNameLength && name.trim() === name && !/\p{C}/u.test(name);
