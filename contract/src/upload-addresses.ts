/**
 * These names are apart from the schemas of uploads, so that a browser can upload without loading the
 * schema library.
 */

/**
 * The address at which uploads by the tus protocol begin (version 1.0.0, extensions creation and
 * termination).
 */
export const resumableUploadsPath = '/api/uploads';

/**
 * The header of the reply to the last byte. It holds the app's answer as JSON. The reply is
 * sent when the file is stored, and again to callers who ask for the offset later.
 */
export const uploadResultHeader = 'Upload-Result';
