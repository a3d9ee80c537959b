namespace Blittable.Dates;

/// <content>Defines the fields as types, because the JIT then compiles a separate loop for each field.</content>
internal static partial class EpochKernel
{
    internal interface IField
    {
        static abstract DateField Field { get; }
    }

    internal readonly struct YearField : IField
    {
        public static DateField Field => DateField.Year;
    }

    internal readonly struct MonthField : IField
    {
        public static DateField Field => DateField.Month;
    }

    internal readonly struct DayField : IField
    {
        public static DateField Field => DateField.Day;
    }

    internal readonly struct HourField : IField
    {
        public static DateField Field => DateField.Hour;
    }

    internal readonly struct MinuteField : IField
    {
        public static DateField Field => DateField.Minute;
    }

    internal readonly struct SecondField : IField
    {
        public static DateField Field => DateField.Second;
    }

    internal readonly struct MillisecondField : IField
    {
        public static DateField Field => DateField.Millisecond;
    }
}
