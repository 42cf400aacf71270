/** Limits of saved workspaces, for client and server alike. */

/** Largest content, as JSON text in bytes. */
export const maxLayoutBytes = 512 * 1024;
/** How deep a file or a body that carries a layout may nest: rows in columns in rows nest by nature. */
export const maxLayoutDepth = 64;
/** Layouts that one user may keep. */
export const maxLayouts = 50;
