import { LineChart } from 'echarts/charts';
import { AxisPointerComponent, GridComponent, TooltipComponent } from 'echarts/components';
import { EChart } from '../../../core/ui/picture/echart.ts';

export const openChart = (box: HTMLElement): EChart => new EChart(box, [LineChart, GridComponent, TooltipComponent, AxisPointerComponent]);
