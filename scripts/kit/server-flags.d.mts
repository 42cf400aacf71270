/** Flags of Node that the server runs best with on so many cores. */
export function serverFlags(cores: number): readonly string[];
