import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { routes } from './routes.tsx';

const router = createBrowserRouter(routes);

/** The whole product in the browser. */
export function App() {
  return <RouterProvider router={router} />;
}
