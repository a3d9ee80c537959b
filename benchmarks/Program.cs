using Blittable.Benchmarks;

return Suites.Run(args);
