import { reportSelection } from './selection/report.ts';

await reportSelection();
