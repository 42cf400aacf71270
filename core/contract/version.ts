/** Version of this contract; a manifest's `api` range must hold it. */
export const contractVersion = '1.0.0';
