import {
  Bug,
  Check,
  CircleAlert,
  CircleCheck,
  Compass,
  Download,
  Info,
  Layers,
  Map as MapIcon,
  Pencil,
  Radar,
  Search,
  Settings,
  Trash2,
  TriangleAlert,
  UploadCloud,
  User,
  X,
} from 'lucide-react';
import { Icon } from '../../../ui/media/icon.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { Sample, Samples } from '../sample.tsx';

const icons = [
  Bug,
  Check,
  CircleAlert,
  CircleCheck,
  Compass,
  Download,
  Info,
  Layers,
  MapIcon,
  Pencil,
  Radar,
  Search,
  Settings,
  Trash2,
  TriangleAlert,
  UploadCloud,
  User,
  X,
];

/** The style guide's section 'icon'. */
export function IconSection() {
  return (
    <Samples>
      {(['sm', 'md', 'lg'] as const).map((size) => (
        <Sample key={size} title={`Size ${size}`}>
          <div className={utilities.cluster}>
            {icons.map((icon) => (
              <Icon key={icon.displayName} of={icon} size={size} />
            ))}
          </div>
        </Sample>
      ))}
    </Samples>
  );
}
