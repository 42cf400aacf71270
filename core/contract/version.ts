/** Version of this contract; a manifest's `api` range must hold it. */
export const contractVersion = '2.0.0';
