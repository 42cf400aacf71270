/** Of the gallery in the page: the button that opens and closes it says that it controls it. Apart from it, since it is loaded later. */
export const galleryId = 'gallery';
