/** These names are apart from the schemas, so that a browser can use them without the schema library. */

/** Where uploads by the tus protocol begin (version 1.0.0, extensions creation and termination). */
export const resumableUploadsPath = '/api/uploads';

/**
 * The header with the app's answer as JSON, of the reply to the last byte once the file is stored, and of replies to
 * callers who ask for the offset later.
 */
export const uploadResultHeader = 'Upload-Result';
